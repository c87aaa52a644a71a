class CopyFileTool(Tool, ToolMarkerCanEdit):
    def apply(self, path: str) -> str:
        """
        Copy a file of the project.

        :param path: the file to copy
        """
