namespace RgPolicy.Conformance.Table;

/// <summary>The output of one run, read again.</summary>
/// <param name="Name">The host.</param>
/// <param name="Lines">Its lines.</param>
/// <param name="Summary">Its last line.</param>
internal sealed record HostOutput(string Name, string[] Lines, string Summary)
{
    public static HostOutput Read(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var name = lines.FirstOrDefault(l => l.StartsWith("host ", StringComparison.Ordinal)) ?? "host ?";
        return new HostOutput(name[5..], lines, lines.LastOrDefault() ?? string.Empty);
    }

    /// <summary><c>same</c>, <c>DIFF</c>, or <c>not run</c>.</summary>
    public string ResultOf(string name) =>
        Lines.Contains("same " + name, StringComparer.Ordinal) ? "same"
        : Lines.Contains("DIFF " + name, StringComparer.Ordinal) ? "DIFF"
        : "not run";
}
