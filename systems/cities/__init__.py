"""The rules `cities`: hit points, Trauma Die, Shock."""
