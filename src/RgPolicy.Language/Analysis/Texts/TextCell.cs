namespace RgPolicy.Language.Analysis.Texts;

/// <summary>All texts for which the questions have the same answers.</summary>
/// <param name="Sample">The shortest of them.</param>
/// <param name="Yes">The numbers of the questions with the answer yes, rising.</param>
internal sealed record TextCell(string Sample, int[] Yes);
