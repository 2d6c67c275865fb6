using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Signals;

/// <summary>Sets of signals, one bit per ordinal.</summary>
internal static class SignalMasks
{
    /// <summary>What changes while a query runs although the observer hands out the same instance.</summary>
    public static ulong Changing { get; } = Where(signal => signal.Phase == SignalPhase.Request || IsMeasured(signal));

    /// <summary>What the running request itself tells.</summary>
    public static ulong Request { get; } = Where(signal => signal.Phase == SignalPhase.Request);

    /// <summary>What no observer of this version measures: always absent.</summary>
    public static ulong NeverMeasured { get; } = Where(SignalCapability.IsNeverTold);

    /// <summary>What only a sample of a query's memory tells; a policy that asks one of them asks for
    /// samples.</summary>
    public static ulong Sampled { get; } =
        Where(signal => signal.Name is SignalCatalog.MeasuredWorkingSet or SignalCatalog.MeasuredStream);

    /// <summary>Every signal.</summary>
    public static ulong All => ulong.MaxValue;

    /// <summary>What is not measured on a target: absent there.</summary>
    public static ulong NotMeasuredOn(TargetProfile target) =>
        Where(signal => !SignalCapability.IsTold(signal, target.DbmsKind));

    /// <summary>Whether a set has the signal at an ordinal.</summary>
    public static bool Has(ulong signals, int ordinal) => (signals >> ordinal & 1) != 0;

    /// <summary>The names of a set's members, in catalogue order.</summary>
    public static IEnumerable<string> Names(ulong signals) =>
        SignalCatalog.All.Where(signal => (signals & (1UL << signal.Ordinal)) != 0).Select(signal => signal.Name);

    private static bool IsMeasured(Signal signal) =>
        signal.Phase is SignalPhase.Host or SignalPhase.Dbms && !signal.IsTargetConstant;

    private static ulong Where(Func<Signal, bool> predicate) =>
        SignalCatalog.All.Where(predicate).Aggregate(0UL, (bits, signal) => bits | (1UL << signal.Ordinal));
}
