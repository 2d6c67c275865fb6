using Microsoft.Extensions.Configuration;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Service.Settings;

/// <summary>Reads the keys of one section and collects what is wrong: also every key that nothing asked for.</summary>
internal sealed class SettingsSection(
    IConfigurationSection section,
    string baseDirectory,
    ICollection<SettingProblem> problems
)
{
    private readonly List<string> _known = [];

    /// <summary>Whether nothing is said in it.</summary>
    public bool IsEmpty => !section.GetChildren().Any();

    /// <summary>The sections below a key, in the order of the file.</summary>
    public IEnumerable<(string Name, SettingsSection Section)> Children(string key)
    {
        _known.Add(key);
        return section.GetSection(key).GetChildren().Select(child => (child.Key, Below(child)));
    }

    /// <summary>The section of a key; empty where there is none.</summary>
    public SettingsSection Child(string key)
    {
        _known.Add(key);
        return Below(section.GetSection(key));
    }

    public string RequiredText(string key, string example)
    {
        if (Text(key) is { } text)
            return text;

        Reject(key, $"is missing: write {example}");
        return "";
    }

    /// <summary>A text, or null.</summary>
    public string? Text(string key)
    {
        _known.Add(key);
        var value = section.GetSection(key);
        if (value.GetChildren().Any())
            Reject(key, "is a text, not a list or a section");

        return string.IsNullOrWhiteSpace(value.Value) ? null : value.Value;
    }

    /// <summary>A list of texts; empty where there is none.</summary>
    public IReadOnlyList<string> Texts(string key)
    {
        _known.Add(key);
        var value = section.GetSection(key);
        var given = value.GetChildren().ToArray();
        string[] texts =
        [
            .. given.Select(each => each.Value).OfType<string>().Where(each => !string.IsNullOrWhiteSpace(each)),
        ];
        if (value.Value is { Length: > 0 } || texts.Length < given.Length)
            Reject(key, """is a list of texts: write ["NAME"]""");

        return texts;
    }

    /// <summary>A path, absolute or relative to the settings' file; made absolute.</summary>
    public string? FilePath(string key) => Text(key) is { } path ? Resolve(key, path) : null;

    public string RequiredPath(string key, string example) =>
        RequiredText(key, example) is { Length: > 0 } path ? Resolve(key, path) : "";

    /// <summary>One of some words; the first when nothing is said.</summary>
    public TValue Word<TValue>(string key, params (string Word, TValue Value)[] words)
    {
        if (Text(key) is not { } text)
            return words[0].Value;

        foreach (var (word, value) in words)
        {
            if (string.Equals(word, text, StringComparison.OrdinalIgnoreCase))
                return value;
        }

        Reject(key, $"`{text}` is not one of {string.Join(", ", words.Select(each => each.Word))}");
        return words[0].Value;
    }

    /// <summary>Whole seconds within bounds, or null.</summary>
    public TimeSpan? Seconds(string key, int least, int most)
    {
        if (Text(key) is not { } text)
            return null;

        if (
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            && seconds >= least
            && seconds <= most
        )
            return TimeSpan.FromSeconds(seconds);

        Reject(key, Invariant($"`{text}` is not a whole number of seconds from {least} to {most}"));
        return null;
    }

    /// <summary>Says what is wrong with a key.</summary>
    public void Reject(string key, string message) =>
        problems.Add(new SettingProblem($"{section.Path}:{key}", message));

    /// <summary>Names every key that nothing has asked for.</summary>
    public void RejectOthers()
    {
        foreach (
            var child in section
                .GetChildren()
                .Where(each => !_known.Contains(each.Key, StringComparer.OrdinalIgnoreCase))
        )
        {
            var meant = NameSuggestion.Find(child.Key, _known);
            Reject(
                child.Key,
                meant is null
                    ? Invariant($"there is no such setting; there are {string.Join(", ", _known)}")
                    : $"there is no such setting: is {meant} meant?"
            );
        }
    }

    private SettingsSection Below(IConfigurationSection child) => new(child, baseDirectory, problems);

    private string Resolve(string key, string path)
    {
        if (!path.Contains('\0', StringComparison.Ordinal))
            return Path.GetFullPath(path, baseDirectory);

        Reject(key, "is not a path");
        return "";
    }
}
