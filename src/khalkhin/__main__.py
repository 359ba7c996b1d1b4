"""python -m khalkhin"""

import sys

from khalkhin.cli import main

if __name__ == "__main__":
    sys.exit(main())
