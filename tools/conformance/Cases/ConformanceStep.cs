namespace RgPolicy.Conformance.Cases;

/// <summary>One operation and what is to come of it.</summary>
/// <param name="Line">Its line in the list of cases.</param>
/// <param name="Verb">The operation.</param>
/// <param name="Words">Its arguments.</param>
/// <param name="Expected">The error's name, or the text that is read.</param>
internal sealed record ConformanceStep(int Line, string Verb, ImmutableArray<string> Words, string Expected)
{
    public override string ToString() => string.Join(' ', Words.Prepend(Verb));
}
