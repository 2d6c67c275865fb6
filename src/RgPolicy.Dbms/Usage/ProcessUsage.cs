namespace RgPolicy.Dbms.Usage;

/// <summary>What a process has used since it was started.</summary>
/// <param name="Cpu">Processor time.</param>
/// <param name="ReadBytes">Bytes that it had read from storage; null where that may not be read.</param>
internal readonly record struct ProcessUsage(TimeSpan Cpu, long? ReadBytes)
{
    /// <summary>What was used between two looks; nothing where a counter ran backwards, for then it is
    /// another process.</summary>
    public static ProcessUsage Between(ProcessUsage before, ProcessUsage now) =>
        new(
            now.Cpu > before.Cpu ? now.Cpu - before.Cpu : TimeSpan.Zero,
            now.ReadBytes is { } end && before.ReadBytes is { } start ? Math.Max(0, end - start) : null
        );

    /// <summary>Both together; what one of them does not know, the sum does not.</summary>
    public static ProcessUsage operator +(ProcessUsage one, ProcessUsage other) =>
        new(one.Cpu + other.Cpu, one.ReadBytes + other.ReadBytes);
}
