namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A part of a text and what stands in its place instead.</summary>
internal readonly record struct Replacement(int Start, int End, string Text);

/// <summary>A mistake in a text and the changes by which the text is read on.</summary>
internal sealed record Correction(string Code, int Start, int End, string Message, ImmutableArray<Replacement> Edits)
{
    /// <summary>What the changes are called when they are offered as a fix; null when they only help to read
    /// on.</summary>
    public string? Fix { get; init; }

    /// <summary>True when nothing else can have been meant.</summary>
    public bool IsSafe { get; init; } = true;

    /// <summary>True when it is only known that something does not fit here: beside another mistake of its line it is
    /// not reported.</summary>
    public bool IsVague { get; init; }

    /// <summary>Another place that the mistake is about, and what to say of it.</summary>
    public (int Start, int End, string Message)? Related { get; init; }

    /// <summary>Finds the same mistake at any other place; null where it is looked for only
    /// once.</summary>
    public Func<StatementReading, int, Correction?>? Elsewhere { get; init; }

    /// <summary>How many tokens further the changes must bring the parser at the least.</summary>
    public int Gain { get; init; } = 1;

    /// <summary>A part that is to be replaced.</summary>
    public static Correction Of(string code, int start, int end, string message, string meant) =>
        new(code, start, end, message, [new Replacement(start, end, meant)])
        {
            Fix = meant.Trim().Length == 0 ? "Remove it" : $"Write `{meant.Trim()}`",
        };
}
