namespace RgPolicy.SimulationProof.Papers;

/// <summary>Every figure of the papers beside the model's.</summary>
internal static class PaperTable
{
    /// <summary>Computes and prints them.</summary>
    public static void Write(TextWriter output)
    {
        var figures = Icde2018
            .Solo(Frozen.AggregationCpu, Frozen.AggregationOverlap, Frozen.JoinCpu, Frozen.JoinOverlap)
            .Concat(Icde2018Pairs.Figures())
            .Concat(Chase.Figures())
            .Concat(Damon2021.Figures())
            .Concat(Vldb2009.Figures())
            .Concat(Hpca2018.Figures());
        output.WriteLine(PaperFigure.Header);
        foreach (var figure in figures)
            output.WriteLine(figure.Row);
    }
}
