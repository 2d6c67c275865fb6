using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// An arm as it stands in a list or behind a bit of a bitmap: with the narrowest of its tests of
/// numbers in the same line of a processor's cache, so that most arms are ruled out there and then, and
/// most of the others decided.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = AlignedArray<byte>.LineBytes)]
internal readonly struct ArmEntry
{
    private const int MostTests = 3;
    private const uint AllPass = (1 << MostTests) - 1;

    // The least keys that pass, then the greatest. Either are read together with what follows them,
    // which does not count.
    private readonly Bounds _bounds;
    private readonly int _number;
    private readonly int _class;
    private readonly byte _firstOrdinal;
    private readonly byte _secondOrdinal;
    private readonly byte _thirdOrdinal;
    private readonly bool _isWhole;

    /// <summary>Makes an entry.</summary>
    /// <param name="number">The arm's number.</param>
    /// <param name="arm">The arm, but for what needs no test where the entry stands.</param>
    /// <param name="slots">The slots.</param>
    public ArmEntry(int number, Arm arm, Slots slots)
    {
        (_number, _class) = (number, arm.Class);
        ImmutableArray<(int Ordinal, NumberSet Set)> tests =
        [
            .. arm.Tests.SelectMany(test =>
                test.Numbers is { } set ? [(slots.NumberOrdinal(test.Slot), set)] : Array.Empty<(int, NumberSet)>()
            ),
        ];
        (_firstOrdinal, _secondOrdinal, _thirdOrdinal) = (
            OrdinalAt(tests, 0),
            OrdinalAt(tests, 1),
            OrdinalAt(tests, 2)
        );
        for (var index = 0; index < MostTests; index++)
        {
            var keys =
                index >= tests.Length ? KeyRange.All
                : tests[index].Set.Hull is { IsExact: true } hull ? hull
                : tests[index].Set.Hull.Widened;
            (_bounds[index], _bounds[MostTests + index]) = (keys.Low, keys.High);
        }

        _isWhole =
            tests.Length == arm.Tests.Length
            && tests.Length <= MostTests
            && arm.Patterns.IsEmpty
            && arm.Rest.IsEmpty
            && tests.All(test => test.Set is { HasGaps: false, Hull.IsExact: true });
    }

    /// <summary>The arm.</summary>
    public int Number => _number;

    /// <summary>Its class.</summary>
    public int Class => _class;

    /// <summary>False when the arm cannot hold.</summary>
    /// <param name="keys">See <see cref="SignalValues.Keys"/>.</param>
    /// <param name="slack">How far a key can be from its number, as a part of it; 0 where all keys are
    /// their numbers.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MayHold(ReadOnlySpan<double> keys, double slack)
    {
        // Ordinals were written for these keys.
        ref var first = ref MemoryMarshal.GetReference(keys);
        var asked = Vector256.Create(
            Unsafe.Add(ref first, _firstOrdinal),
            Unsafe.Add(ref first, _secondOrdinal),
            Unsafe.Add(ref first, _thirdOrdinal),
            0
        );
        ref readonly var least = ref _bounds[0];
        var margin = Vector256.Abs(asked) * slack;
        var passes =
            Vector256.GreaterThanOrEqual(asked + margin, Vector256.LoadUnsafe(in least))
            & Vector256.LessThanOrEqual(asked - margin, Vector256.LoadUnsafe(in least, MostTests));
        return (passes.ExtractMostSignificantBits() & AllPass) == AllPass;
    }

    /// <summary>Of an arm that may hold: true when it does; false when all of it must be looked at.</summary>
    /// <param name="keys">See <see cref="SignalValues.Keys"/>.</param>
    /// <param name="inexact">The signals whose keys are not their numbers, one bit per ordinal.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Decides(ReadOnlySpan<double> keys, ulong inexact) =>
        _isWhole && (inexact == 0 || (!AsksAny(inexact) && MayHold(keys, slack: 0)));

    private bool AsksAny(ulong signals) =>
        ((signals >> _firstOrdinal | signals >> _secondOrdinal | signals >> _thirdOrdinal) & 1) != 0;

    private static byte OrdinalAt(ImmutableArray<(int Ordinal, NumberSet Set)> tests, int index) =>
        index < tests.Length ? (byte)tests[index].Ordinal : SignalValues.NoSignal;

    [InlineArray(2 * MostTests)]
    private struct Bounds
    {
        private double _first;
    }
}
