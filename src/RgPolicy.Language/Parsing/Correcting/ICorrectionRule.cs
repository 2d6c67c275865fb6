namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Knows some writings that authors bring along and that the language never has.</summary>
internal interface ICorrectionRule
{
    /// <summary>The mistake that begins at a token and the place behind it, or null.</summary>
    /// <param name="tokens">A statement that does not fit the grammar.</param>
    /// <param name="index">The token.</param>
    (Correction Correction, int Next)? Find(RawTokens tokens, int index);
}
