namespace RgPolicy.Engine.Classify.Index;

/// <summary>Where the rows of a slot lie: first that of an unknown value, then one for each run of
/// neighbouring ranks.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Signal">Its signal as a bit.</param>
/// <param name="First">The number of the first row.</param>
/// <param name="Shift">Ranks that differ only below this bit share a row.</param>
internal readonly record struct SlotRows(int Slot, ulong Signal, int First, int Shift)
{
    /// <summary>The row of a rank or of <see cref="Slots.Unknown"/>.</summary>
    public int RowOf(int rank) => First + (rank >> Shift) + 1;
}
