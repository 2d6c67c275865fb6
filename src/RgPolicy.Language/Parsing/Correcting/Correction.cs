using System.Collections.Immutable;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A writing that is never part of the language and whose meaning is known all the same.</summary>
/// <param name="Code">The code of its diagnostic.</param>
/// <param name="Start">Where the mistake begins.</param>
/// <param name="End">The offset behind it.</param>
/// <param name="Message">What is wrong and what to write.</param>
/// <param name="Edits">The changes by which the text is read on, in their order.</param>
internal sealed record Correction(string Code, int Start, int End, string Message, ImmutableArray<Replacement> Edits)
{
    /// <summary>What the changes are called when they are offered as a fix; null when they only help to
    /// read on.</summary>
    public string? Fix { get; init; }

    /// <summary>What is written so throughout a text out of habit: it is told once, and its fix fixes all of them. Null
    /// for a mistake of its own.</summary>
    public string? Habit { get; init; }

    /// <summary>True when nothing else can have been meant.</summary>
    public bool IsSafe { get; init; } = true;
}
