namespace RgPolicy.Service.Windows;

/// <summary>The kind of an entry of the event log (ReportEvent).</summary>
public enum EventLogKind
{
    /// <summary>Something failed.</summary>
    Error = 1,

    /// <summary>Something to look at.</summary>
    Warning = 2,

    /// <summary>Something to know.</summary>
    Information = 4,
}
