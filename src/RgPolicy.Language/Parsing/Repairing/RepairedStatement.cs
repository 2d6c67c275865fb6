using System.Collections.Immutable;
using Antlr4.Runtime;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>What came of a statement with a mistake.</summary>
/// <param name="Statement">The statement as it was probably meant, or null when it is skipped.</param>
/// <param name="Start">Its first token.</param>
/// <param name="Next">Where reading goes on.</param>
internal sealed record RepairedStatement(StatementContext? Statement, int Start, int Next)
{
    /// <summary>Tokens that stand for others than they are.</summary>
    public ImmutableArray<IToken> Replaced { get; init; } = [];

    /// <summary>True when it is the statement before, which goes further than it seemed.</summary>
    public bool ReplacesLast { get; init; }

    /// <summary>True when what is skipped may hold a declaration.</summary>
    public bool MayDeclare { get; init; } = true;
}
