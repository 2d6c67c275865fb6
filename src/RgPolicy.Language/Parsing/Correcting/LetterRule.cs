using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of the language that are written with letters of another alphabet or of double width.</summary>
internal sealed class LetterRule : ICorrectionRule
{
    private static readonly FrozenSet<string> SignalWords = SignalCatalog
        .All.SelectMany(signal => signal.Name.Split('.').Concat(signal.Words))
        .ToFrozenSet(StringComparer.Ordinal);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (
            tokens.Type(index) != RgPolicyLexer.IDENTIFIER
            || Disguise.Of(tokens.Text(index), plain => Words.Has(plain) || SignalWords.Contains(plain))
                is not { } disguise
        )
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction("RG1004", start, end, disguise.Message, [new Replacement(start, end, disguise.Plain)])
            {
                Fix = $"Write `{disguise.Plain}`",
            },
            index + 1
        );
    }
}
