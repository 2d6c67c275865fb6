namespace RgPolicy.Service.Settings;

/// <summary>What is wrong with one setting.</summary>
/// <param name="Key">The setting, as in <c>RgPolicy:Targets:main:Level</c>; empty for the file as a whole.</param>
/// <param name="Message">What is wrong and what would be right.</param>
public sealed record SettingProblem(string Key, string Message)
{
    /// <summary>As a line of output.</summary>
    public override string ToString() => Key.Length == 0 ? Message : $"{Key}: {Message}";
}
