using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills the plan signals: all pending, all absent, or each as far as the plan tells.</summary>
internal static class PlanSignals
{
    private static readonly int Shape = Ordinal("plan.shape");
    private static readonly int CacheUse = Ordinal("plan.cache_use");
    private static readonly int Locality = Ordinal("plan.locality");
    private static readonly int Temporality = Ordinal("plan.temporality");
    private static readonly int WorkingSet = Ordinal("plan.working_set");
    private static readonly int Streamed = Ordinal("plan.streamed");
    private static readonly int Grant = Ordinal("plan.grant");
    private static readonly int Rows = Ordinal("plan.rows");
    private static readonly int RandomAccesses = Ordinal("plan.random_accesses");
    private static readonly int Dop = Ordinal("plan.dop");
    private static readonly int Cost = Ordinal("plan.cost");
    private static readonly int Writes = Ordinal("plan.writes");

    private static readonly int[] All =
        [Shape, CacheUse, Locality, Temporality, WorkingSet, Streamed, Grant, Rows, RandomAccesses, Dop, Cost, Writes];

    public static void Fill(SignalValues values, PlanFacts plan)
    {
        if (plan is { State: PlanState.Known, Profile: { } profile })
        {
            FillKnown(values, profile);
            return;
        }

        var unknown = plan.State == PlanState.Pending ? SignalValue.Pending : SignalValue.Absent;
        foreach (var ordinal in All)
        {
            values[ordinal] = unknown;
        }
    }

    private static void FillKnown(SignalValues values, PlanProfile profile)
    {
        values[Shape] = SignalValue.Of((int)profile.Shape);
        values[CacheUse] = SignalValue.Of((int)profile.CacheUse);
        values[Locality] = profile.Locality is { } locality ? SignalValue.Of((int)locality) : SignalValue.Absent;
        values[Temporality] = profile.Temporality is { } temporality ? SignalValue.Of((int)temporality) : SignalValue.Absent;
        values[WorkingSet] = Of(profile.WorkingSetBytes);
        values[Streamed] = Of(profile.StreamedBytes);
        values[Grant] = Of(profile.MemoryGrantBytes);
        values[Rows] = Of(profile.RowsTouched);
        values[RandomAccesses] = Of(profile.RandomAccesses);
        values[Dop] = Of(profile.Dop);
        values[Cost] = Of(profile.Cost);
        values[Writes] = SignalValue.Of(profile.Writes);
    }

    private static SignalValue Of(Figure figure) =>
        figure is { Value: { } number, Provenance: not Provenance.Unknown } ? SignalValue.Of(number) : SignalValue.Absent;

    private static int Ordinal(string name) => SignalCatalog.Get(name).Ordinal;
}
