using RgPolicy.Service.Windows;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A Windows that remembers what it was told.</summary>
internal sealed class ScriptedWindows : IWindowsServices
{
    private readonly List<WindowsServiceStatus> _statuses = [];

    public bool IsManagers { get; set; } = true;

    /// <summary>The service does not come to its end.</summary>
    public volatile bool Hold;

    public Func<ServiceControl, int>? Handler { get; private set; }

    public List<(string Source, EventLogKind Kind, int EventId, string Message)> Events { get; } = [];

    public IReadOnlyList<WindowsServiceStatus> Statuses
    {
        get
        {
            lock (_statuses)
            {
                return [.. _statuses];
            }
        }
    }

    public bool Dispatch(string name, Action main)
    {
        if (IsManagers)
            main();

        return IsManagers;
    }

    public nint RegisterHandler(string name, Func<ServiceControl, int> handler)
    {
        Handler = handler;
        return 1;
    }

    public void SetStatus(nint handle, WindowsServiceStatus status)
    {
        lock (_statuses)
        {
            _statuses.Add(status);
        }
    }

    public void Report(string source, EventLogKind kind, int eventId, string message) =>
        Events.Add((source, kind, eventId, message));

    public string? Install(ServiceInstallation installation) => null;

    public string? Uninstall(string name) => null;

    public string? Start(string name) => null;

    public string? Stop(string name) => null;
}
