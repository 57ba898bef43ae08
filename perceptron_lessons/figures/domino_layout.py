"""Where the dominoes of a proof stand, and how threads go from each to what it rests on.

A domino stands in the row below the lowest of those that rest on it, so that most threads join
neighbouring rows; one that holds up nothing stands just above what it rests on. Where a thread has
to pass a row, it goes through a gap between dominoes, never behind one.
"""

import itertools

import numpy as np

SIDE_BY_SIDE = 4  # dominoes in a row
WIDE, HIGH = 0.93, 0.7  # of a domino, as shares of a column and of a row
SWEEPS = 6  # over all rows, to bring those that belong together near to each other
ASIDE = 0.016  # columns between threads that share a gap


def rows_of(below):
    """Return the rows of dominoes from the ground up, each a list of names.

    Parameters
    ----------
    below : dict of str to tuple of str
        What each rests on, by name; those on which it rests come before it.

    >>> rows_of({"mistake": (), "small": (), "length": ("mistake", "small"), "end": ("length",)})
    [['mistake', 'small'], ['length'], ['end']]
    """
    users = {name: [other for other in below if name in below[other]] for name in below}
    depths = {}
    last = list(below)[-1]
    for name in reversed(below):
        above = [depths[other] for other in users[name] if other in depths]
        if above or name == last:
            depths[name] = 1 + max(above, default=-1)
    deepest = max(depths.values())
    levels = {name: deepest - depth for name, depth in depths.items()}
    for name in below:
        if name not in levels:
            levels[name] = 1 + max((levels[other] for other in below[name]), default=-1)
    rows = []
    for level in range(max(levels.values()) + 1):
        here = [name for name in below if levels[name] == level]
        count = -(-len(here) // SIDE_BY_SIDE)
        rows += [part.tolist() for part in np.array_split(here, count)]
    return _in_order(rows, below, users)


def _in_order(rows, below, users):
    """Return the rows, each in an order in which few threads cross."""
    for sweep in range(SWEEPS):
        is_upward = sweep % 2 == 0
        near = below if is_upward else users
        columns = {name: column for name, (column, _) in places_of(rows).items()}
        for row in rows if is_upward else reversed(rows):
            wanted = {name: _middle(near[name], columns, columns[name]) for name in row}
            row.sort(key=wanted.get)
            columns |= {name: column for name, (column, _) in places_of([row]).items()}
    return rows


def _middle(names, columns, own):
    """Return the mean column of some dominoes, or the own one where there are none."""
    return sum(columns[name] for name in names) / len(names) if names else own


def places_of(rows):
    """Return the column and the row of each domino: {name: (column, row)}; 0 is the middle."""
    return {
        name: (i - (len(row) - 1) / 2, j)
        for j, row in enumerate(rows)
        for i, name in enumerate(row)
    }


def threads_between(rows, below):
    """Return the threads as polygons: from the top of a domino to the foot of one that rests on it.

    Parameters
    ----------
    rows : list of list of str
    below : dict of str to tuple of str

    Returns
    -------
    list of list of pair of float
        The corners of each, in columns and rows.
    """
    places = places_of(rows)
    threads = []
    passing = itertools.count()
    for name, supports in below.items():
        for support in supports:
            (start, low), (end, high) = places[support], places[name]
            corners = [(_at_edge(start, end), low + HIGH / 2)]
            for row in range(low + 1, high):
                wanted = start + (end - start) * (row - low) / (high - low)
                gap = min(_gaps(len(rows[row])), key=lambda gap: abs(gap - wanted))
                gap += ASIDE * (next(passing) % 3 - 1)
                corners += [(gap, row - HIGH / 2), (gap, row + HIGH / 2)]
            corners.append((_at_edge(end, start), high - HIGH / 2))
            threads.append(corners)
    return threads


def _at_edge(column, other):
    """Return where at the edge of a domino a thread from another column begins."""
    return column + 0.3 * WIDE * np.clip(other - column, -1, 1)


def _gaps(count):
    """Return the columns of the gaps beside and between so many dominoes in a row."""
    return [i - count / 2 for i in range(count + 1)]
