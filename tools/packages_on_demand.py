"""In the browser: packages that are large and rarely wanted come when something imports them.

The build puts this file into the library of the site's Python, which imports it when it starts. So
pages and JupyterLite start without these packages. An import of one waits until it is fetched and
unpacked, as a worker of a browser may wait.
"""

ON_DEMAND = {
    "fontTools": "fonttools",
    "joblib": "joblib",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "threadpoolctl": "threadpoolctl",
}
"""Module → package that has it."""


class PackagesOnDemand:
    """A finder for the end of `sys.meta_path`, where it is asked for what nobody else finds.

    Attributes
    ----------
    announce : callable
        Is told the name of each package before it is fetched.
    """

    def __init__(self):
        self.announce = lambda package: None

    def find_spec(self, name, path=None, target=None):
        """Find a module, as `importlib` asks for it; its package is installed then."""
        if name not in ON_DEMAND:
            return None
        import importlib.machinery
        import io
        import zipfile
        from site import getsitepackages

        self.announce(ON_DEMAND[name])
        wheel = io.BytesIO(_fetched(ON_DEMAND[name]))
        zipfile.ZipFile(wheel).extractall(getsitepackages()[0])
        importlib.invalidate_caches()
        return importlib.machinery.PathFinder.find_spec(name)


def _fetched(package):
    """The wheel of a package in Pyodide's list of packages."""
    import pyodide_js
    from js import URL, XMLHttpRequest
    from pyodide.ffi import JsException

    place = getattr(pyodide_js.lockfile.packages, package).file_name
    request = XMLHttpRequest.new()
    request.open("GET", URL.new(place, pyodide_js.lockfileBaseUrl).href, False)
    request.responseType = "arraybuffer"
    try:
        request.send()
        found = request.status == 200
    except JsException:
        found = False
    if not found:
        raise ImportError(f"{package} is not on this site, or the network failed")
    return request.response.to_bytes()
