namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// Tests that measure run after all others, one at a time: others would keep the runtime from compiling for good what
/// is measured, and take the objects that serve one document after the other.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public class MeasuredAlone
{
    public const string Name = "measured alone";
}
