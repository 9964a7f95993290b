"""`python -m fleshwound.game.commands` is `fleshwound`."""

from fleshwound.game.commands import main

main()
