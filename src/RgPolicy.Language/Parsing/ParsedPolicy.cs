using System.Collections.Immutable;
using System.Text;
using Antlr4.Runtime;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>The statements of a text that fit the grammar.</summary>
/// <param name="Source">The text.</param>
/// <param name="Tokens">Its tokens without blanks and comments; a token's index is its place here.</param>
/// <param name="Statements">In the order of the text.</param>
/// <param name="IsComplete">False when a statement had to be left out, so that a missing name proves nothing.</param>
internal sealed record ParsedPolicy(
    SourceText Source, ImmutableArray<IToken> Tokens, ImmutableArray<StatementContext> Statements, bool IsComplete)
{
    public TextRange Range(ParserRuleContext context) =>
        Source.Range(context.Start.StartIndex, (context.Stop ?? context.Start).StopIndex + 1);

    public TextRange Range(IToken token) => Source.Range(token.StartIndex, token.StopIndex + 1);

    /// <summary>The words of a phrase; blanks and comments between two tokens become one blank.</summary>
    public string Phrase(ParserRuleContext context)
    {
        var text = new StringBuilder();
        for (var index = context.Start.TokenIndex; index <= context.Stop.TokenIndex; index++)
        {
            var token = Tokens[index];
            var isApart = text.Length > 0 && Tokens[index - 1].StopIndex + 1 < token.StartIndex;
            text.Append(isApart ? " " : "").Append(token.Text);
        }

        return text.ToString();
    }
}
