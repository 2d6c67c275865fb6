using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills the plan signals: all pending, all absent, or each as far as the plan tells.</summary>
internal static class PlanSignals
{
    private static readonly (int Ordinal, Func<PlanProfile, SignalValue> Read)[] All =
    [
        Word("plan.shape", profile => (int)profile.Shape),
        Word("plan.cache_use", profile => (int)profile.CacheUse),
        Word("plan.locality", profile => (int?)profile.Locality),
        Word("plan.temporality", profile => (int?)profile.Temporality),
        Number("plan.working_set", profile => profile.WorkingSetBytes),
        Number("plan.streamed", profile => profile.StreamedBytes),
        Number("plan.grant", profile => profile.MemoryGrantBytes),
        Number("plan.rows", profile => profile.RowsTouched),
        Number("plan.random_accesses", profile => profile.RandomAccesses),
        Number("plan.dop", profile => profile.Dop),
        Number("plan.cost", profile => profile.Cost),
        (SignalCatalog.Get("plan.writes").Ordinal, profile => SignalValue.Of(profile.Writes)),
    ];

    /// <summary>Fills those of the plan signals that are wanted, a set as of <see cref="SignalMasks"/>. What is only
    /// expected is pending.</summary>
    public static void Fill(SignalValues values, PlanFacts plan, ulong wanted)
    {
        var known = plan.State == PlanState.Known ? plan.Profile : null;
        Fill(values, known, plan.State == PlanState.Absent ? SignalValue.Absent : SignalValue.Pending, wanted);
    }

    /// <summary>Fills them as if the plan that is expected were the execution's own.</summary>
    public static void FillExpected(SignalValues values, PlanFacts plan, ulong wanted) =>
        Fill(values, plan.Profile, SignalValue.Pending, wanted);

    private static void Fill(SignalValues values, PlanProfile? known, SignalValue unknown, ulong wanted)
    {
        foreach (var (ordinal, read) in All)
        {
            if (SignalMasks.Has(wanted, ordinal))
                values[ordinal] = known is null ? unknown : read(known);
        }
    }

    private static (int Ordinal, Func<PlanProfile, SignalValue> Read) Word(string name, Func<PlanProfile, int?> read) =>
        (
            SignalCatalog.Get(name).Ordinal,
            profile => read(profile) is { } word ? SignalValue.Of(word) : SignalValue.Absent
        );

    private static (int Ordinal, Func<PlanProfile, SignalValue> Read) Number(
        string name,
        Func<PlanProfile, Figure> read
    )
    {
        var signal = SignalCatalog.Get(name);
        return (
            signal.Ordinal,
            profile =>
                read(profile) is { Provenance: not Provenance.Unknown } figure
                    ? SignalDomain.Of(signal.Type, figure.Value)
                    : SignalValue.Absent
        );
    }
}
