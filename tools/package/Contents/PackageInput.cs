namespace RgPolicy.Package.Contents;

/// <summary>What packages are made from.</summary>
/// <param name="Repository">The root of the sources.</param>
/// <param name="Programs">The directory of the published programs.</param>
/// <param name="Version">Such as 0.1.0.</param>
/// <param name="Time">The time that every file gets, so that the same input gives the same bytes.</param>
internal sealed record PackageInput(string Repository, string Programs, string Version, DateTimeOffset Time)
{
    /// <summary>A path below the repository.</summary>
    public string Source(params string[] parts) => Path.Combine([Repository, .. parts]);
}
