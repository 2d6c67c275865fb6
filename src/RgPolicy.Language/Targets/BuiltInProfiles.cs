namespace RgPolicy.Language.Targets;

/// <summary>
/// The target profiles that come with RgPolicy: <c>generic</c>, and well-known machines from the files
/// in the folder Profiles.
/// </summary>
public static class BuiltInProfiles
{
    private const string Prefix = "RgPolicy.Language.Targets.Profiles.";
    private const string Suffix = ".json";

    /// <summary>Their names, <c>generic</c> first, then in ordinal order.</summary>
    public static ImmutableArray<string> Names { get; } =
    [
        TargetProfile.Generic.Name,
        .. typeof(BuiltInProfiles)
            .Assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..^Suffix.Length])
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The profile of a name, or null.</summary>
    public static TargetProfile? Find(string name)
    {
        if (string.Equals(name, TargetProfile.Generic.Name, StringComparison.Ordinal))
            return TargetProfile.Generic;

        using var stream = typeof(BuiltInProfiles).Assembly.GetManifestResourceStream(Prefix + name + Suffix);
        if (stream is null)
            return null;

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return TargetProfileReader.Read(reader.ReadToEnd()).Profile;
    }
}
