"""Commands about the installation itself."""
