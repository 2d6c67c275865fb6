namespace RgPolicy.Cli.Status;

/// <summary>What of a policy is not carried out on the target, and why.</summary>
internal static class NotEnforcedText
{
    private const int Longest = 200;

    public static void Write(TextWriter output, StatusDocument status)
    {
        var lines = status
            .NotEnforced.OrEmpty()
            .Select(step => $"{Text(step.Name)} (line {MemberText.Text(step.Line)}): {Text(step.Reason)}")
            .Distinct(StringComparer.Ordinal)
            .ToList();
        if (lines.Count == 0)
            return;

        output.WriteLine();
        output.WriteLine("Not carried out by this service here");
        lines.ForEach(line => output.WriteLine("  " + line));
    }

    private static string Text(string? text) => OneLine.Of(text ?? "", Longest);
}

/// <summary>Members of a service's documents as people read them; a dash where the service tells nothing.</summary>
internal static class MemberText
{
    private const string None = "-";

    public static string Text(IConvertible? value) => value?.ToString(CultureInfo.InvariantCulture) ?? None;

    /// <summary>The same, where an empty text is nothing too.</summary>
    public static string TextOrDash(IConvertible? value) => Text(value) is { Length: > 0 } text ? text : None;

    /// <summary>A duration with a unit that fits it.</summary>
    public static string Seconds(double? seconds) =>
        seconds is { } known ? RunText.Seconds(TimeSpan.FromSeconds(known)) : None;

    /// <summary>A size with a unit that fits it.</summary>
    public static string Size(long? bytes) => bytes is { } known ? Sizes.Text(known) : None;

    /// <summary>A number with one digit behind the point.</summary>
    public static string Number(double? number) => number?.ToString("0.0", CultureInfo.InvariantCulture) ?? None;
}
