namespace RgPolicy.Dbms.Usage;

/// <summary>Reads what processes of this host have used.</summary>
internal interface IProcessUsageReader
{
    /// <summary>What a process has used since it was started; null when it is gone or may not be looked at.</summary>
    ProcessUsage? Read(int processId);
}
