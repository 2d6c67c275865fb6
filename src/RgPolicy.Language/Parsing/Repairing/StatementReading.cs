using Antlr4.Runtime;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>What reading some tokens gave: a statement or a mistake.</summary>
/// <param name="View">The tokens.</param>
/// <param name="Statement">The statement, or null.</param>
/// <param name="Mistake">The mistake, or null.</param>
/// <param name="Next">The place behind the statement.</param>
internal sealed record StatementReading(
    TokenView View,
    StatementContext? Statement,
    RecognitionException? Mistake,
    int Next
)
{
    /// <summary>True when reading came further than to a place, or the statement fits.</summary>
    public bool IsBeyond(int place) => Mistake is null || Mistake.OffendingToken.TokenIndex > place;
}
