namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>A script's text.</summary>
/// <param name="Name">Its file's name.</param>
/// <param name="Text">The text.</param>
internal sealed record ScriptSource(string Name, string Text)
{
    /// <summary>A place as people find it, such as <c>read.sql:3:7</c>.</summary>
    public string At(int place)
    {
        var before = Text.AsSpan(0, Math.Clamp(place, 0, Text.Length));
        var line = before.Count('\n') + 1;
        return FormattableString.Invariant($"{Name}:{line}:{before.Length - before.LastIndexOf('\n')}");
    }
}
