"""How many random cases the tests try.

`make many` sets PERCEPTRON_TIMES: so many times as many as in `make test`.
"""

import os

TIMES = int(os.environ.get("PERCEPTRON_TIMES", "1"))
