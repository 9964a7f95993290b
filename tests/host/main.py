"""Start the toy host."""

from game import main

main()
