using System.Collections.Frozen;
using System.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of the language that are written with letters of another alphabet or of double width.</summary>
internal sealed class LetterRule : ICorrectionRule
{
    private static readonly FrozenSet<string> SignalWords =
        SignalCatalog.All.SelectMany(signal => signal.Name.Split('.').Concat(signal.Words)).ToFrozenSet(StringComparer.Ordinal);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(index) != RgPolicyLexer.IDENTIFIER || Ascii.IsValid(tokens.Text(index)))
        {
            return null;
        }

        var text = tokens.Text(index);
        var plain = text.Normalize(NormalizationForm.FormKC);
        plain = Scripts.LookAlike(plain) ?? plain;
        if (!Words.Has(plain) && !SignalWords.Contains(plain))
        {
            return null;
        }

        var letter = text.EnumerateRunes().First(rune => !rune.IsAscii);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (new Correction("RG1004", start, end,
            $"`{TokenText.Clip(text)}` holds `{letter}` ({Characters.CodePoint(letter)}), which only looks like a letter of `{plain}`: write `{plain}`.",
            [new Replacement(start, end, plain)]) { Fix = $"Write `{plain}`" }, index + 1);
    }
}
