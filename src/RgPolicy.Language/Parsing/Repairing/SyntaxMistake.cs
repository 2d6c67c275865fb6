using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>A mistake in the grammar in words, and how to fix it where that is clear.</summary>
/// <param name="Code">The code of its diagnostic.</param>
/// <param name="Range">Where it is.</param>
/// <param name="Message">What to write.</param>
internal sealed record SyntaxMistake(string Code, TextRange Range, string Message)
{
    public Fix? Fix { get; init; }

    public RelatedLocation? Related { get; init; }

    /// <summary>The change by which reading goes on, or null when it is not clear.</summary>
    public Repair? Repair { get; init; }

    /// <summary>True when it is only known that something does not fit here: beside another mistake it
    /// is none of its own.</summary>
    public bool IsVague { get; init; }

    public void AddTo(DiagnosticBag bag)
    {
        if (IsVague && Fix is null)
        {
            bag.AddVague(Code, Range, Message);
        }
        else
        {
            bag.Add(Code, Range, Message, Fix, Related);
        }
    }
}
