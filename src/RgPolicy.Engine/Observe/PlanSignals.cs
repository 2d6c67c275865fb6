using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills the plan signals: all pending, all absent, or each as far as the plan tells.</summary>
internal static class PlanSignals
{
    private static readonly (int Ordinal, Func<PlanProfile, SignalValue> Read)[] All =
    [
        (Ordinal("plan.shape"), profile => SignalValue.Of((int)profile.Shape)),
        (Ordinal("plan.cache_use"), profile => SignalValue.Of((int)profile.CacheUse)),
        (Ordinal("plan.locality"), profile => profile.Locality is { } locality ? SignalValue.Of((int)locality) : SignalValue.Absent),
        (Ordinal("plan.temporality"), profile => profile.Temporality is { } times ? SignalValue.Of((int)times) : SignalValue.Absent),
        (Ordinal("plan.working_set"), profile => Of(profile.WorkingSetBytes)),
        (Ordinal("plan.streamed"), profile => Of(profile.StreamedBytes)),
        (Ordinal("plan.grant"), profile => Of(profile.MemoryGrantBytes)),
        (Ordinal("plan.rows"), profile => Of(profile.RowsTouched)),
        (Ordinal("plan.random_accesses"), profile => Of(profile.RandomAccesses)),
        (Ordinal("plan.dop"), profile => Of(profile.Dop)),
        (Ordinal("plan.cost"), profile => Of(profile.Cost)),
        (Ordinal("plan.writes"), profile => SignalValue.Of(profile.Writes)),
    ];

    /// <summary>Fills those of the plan signals that are wanted, a set as of <see cref="SignalMasks"/>.</summary>
    public static void Fill(SignalValues values, PlanFacts plan, ulong wanted)
    {
        var known = plan.State == PlanState.Known ? plan.Profile : null;
        var unknown = plan.State == PlanState.Pending ? SignalValue.Pending : SignalValue.Absent;
        foreach (var (ordinal, read) in All)
        {
            if (SignalMasks.Has(wanted, ordinal))
            {
                values[ordinal] = known is null ? unknown : read(known);
            }
        }
    }

    private static SignalValue Of(Figure figure) =>
        figure is { Value: { } number, Provenance: not Provenance.Unknown } ? SignalValue.Of(number) : SignalValue.Absent;

    private static int Ordinal(string name) => SignalCatalog.Get(name).Ordinal;
}
