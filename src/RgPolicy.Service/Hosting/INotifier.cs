namespace RgPolicy.Service.Hosting;

/// <summary>Tells the service manager how the service is.</summary>
public interface INotifier
{
    /// <summary>How often it wants a sign of life; null when it wants none.</summary>
    TimeSpan? WatchdogInterval { get; }

    /// <summary>Sends lines such as <c>READY=1</c> or <c>STATUS=...</c>; there may be no listener.</summary>
    void Notify(string lines);
}
