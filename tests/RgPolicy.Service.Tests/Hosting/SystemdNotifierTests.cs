using System.Net.Sockets;
using RgPolicy.Service.Hosting;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class SystemdNotifierTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-notify-").FullName;

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Notify_SomebodyListens_GetsTheLines(bool isAbstract)
    {
        var path = isAbstract ? "@rgp-test-" + Path.GetFileName(_directory) : Path.Combine(_directory, "notify");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(isAbstract ? "\0" + path[1..] : path));
        listener.ReceiveTimeout = 5000;

        Notifier(("NOTIFY_SOCKET", path)).Notify("READY=1\nSTATUS=x");

        var buffer = new byte[100];
        Assert.Equal("READY=1\nSTATUS=x", Encoding.UTF8.GetString(buffer, 0, listener.Receive(buffer)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("vsock:1")]
    [InlineData("/nobody/listens/here")]
    public void Notify_NobodyListens_IsNothing(string path) => Notifier(("NOTIFY_SOCKET", path)).Notify("READY=1");

    [Theory]
    [InlineData("30000000", "", 30.0)]
    [InlineData("30000000", "42", 30.0)]
    [InlineData("30000000", "43", null)]
    [InlineData("", "42", null)]
    [InlineData("-5", "42", null)]
    [InlineData("0", "42", null)]
    public void WatchdogInterval_OfTheEnvironment_IsForThisProcess(
        string microseconds,
        string processId,
        double? seconds
    ) =>
        Assert.Equal(
            seconds,
            Notifier(("WATCHDOG_USEC", microseconds), ("WATCHDOG_PID", processId)).WatchdogInterval?.TotalSeconds
        );

    private static SystemdNotifier Notifier(params (string Name, string Value)[] environment) =>
        new(
            name => environment.FirstOrDefault(each => string.Equals(each.Name, name, StringComparison.Ordinal)).Value,
            processId: 42
        );
}
