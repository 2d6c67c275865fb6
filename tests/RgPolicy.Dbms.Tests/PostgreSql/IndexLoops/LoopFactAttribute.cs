namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>A test that fills tables for minutes: tools/index-loops/run asks for it. A few loops are tried
/// always.</summary>
internal sealed class LoopFactAttribute : FactAttribute
{
    public const string Wanted = "RGPOLICY_INDEX_LOOPS";

    public LoopFactAttribute()
    {
        if (Environment.GetEnvironmentVariable(Wanted) != "1")
            Skip = "fills tables for minutes: run by tools/index-loops/run, and a few loops of the kind always";
    }
}
