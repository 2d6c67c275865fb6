namespace RgPolicy.Testing.Stack;

/// <summary>Where the built product and the repository's own files are.</summary>
internal static class ProductFiles
{
    /// <summary>The repository's root: the folder with RgPolicy.sln above the running program.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>The command <c>rgp</c>.</summary>
    /// <exception cref="FileNotFoundException">It has not been built.</exception>
    public static string Rgp => Built("RGPOLICY_RGP", "rgp");

    /// <summary>The sidecar.</summary>
    /// <exception cref="FileNotFoundException">It has not been built.</exception>
    public static string Sidecar => Built("RGPOLICY_SIDECAR", "rgp-sidecar");

    /// <summary>A file of the repository.</summary>
    public static string Path(params string[] parts) => System.IO.Path.Combine([Root, .. parts]);

    // The programs are built into the running program's own folder, side by side as an installation has them.
    private static string Built(string variable, string name)
    {
        var given = Environment.GetEnvironmentVariable(variable);
        if (!string.IsNullOrEmpty(given))
            return given;
        var path = System.IO.Path.Combine(AppContext.BaseDirectory, name);
        return File.Exists(path)
            ? path
            : throw new FileNotFoundException($"{path} is missing: build RgPolicy.sln first, or set {variable}");
    }

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "RgPolicy.sln")))
                return folder.FullName;
        throw new DirectoryNotFoundException("RgPolicy.sln is in no folder above " + AppContext.BaseDirectory);
    }
}
