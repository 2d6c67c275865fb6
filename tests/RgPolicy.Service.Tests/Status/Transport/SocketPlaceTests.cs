using System.Diagnostics;
using System.Net.Sockets;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Control;
using RgPolicy.Service.Status.Transport;

namespace RgPolicy.Service.Tests.Status.Transport;

/// <summary>Who may have made what is at a socket's place. The user who asks is a number: the tests' own directories
/// are a stranger's for another one.</summary>
public sealed class SocketPlaceTests : IDisposable
{
    private const int Stranger = 54321;
    private static readonly int Own = ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1;
    private readonly string _shared = Directory.CreateTempSubdirectory("rgp-shared-").FullName;

    public SocketPlaceTests() => Mode(_shared, sticky: true, all: true);

    private string Socket => Path.Join(_shared, "rgpolicy-alice", "service.sock");

    [Fact]
    public void Refuse_OwnDirectoryInASharedOne_IsTrustedAndOnlyItsOwnerAnswers()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Socket)!);

        Assert.Null(SocketPlace.Refuse(Socket, Own, out var server));
        Assert.Equal(Own, server);
        Assert.True(SocketPlace.IsTrusted((uint)Own, Own, server));
        Assert.False(SocketPlace.IsTrusted(Stranger, Own, server));
    }

    [Fact]
    public void Refuse_StrangersDirectoryInASharedOne_IsRefusedByName()
    {
        var owner = MakeStrangers(Path.GetDirectoryName(Socket)!);

        var refusal = SocketPlace.Refuse(Socket, owner + 1, out _);

        Assert.Contains($"rgpolicy-alice belongs to user {owner}", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public void Refuse_StrangersLinkInASharedOne_IsRefused()
    {
        var owner = MakeStrangers(Path.Join(_shared, "other"));
        File.CreateSymbolicLink(Path.Join(_shared, "rgpolicy-alice"), Path.Join(_shared, "other"));

        Assert.NotNull(SocketPlace.Refuse(Socket, owner + 1, out _));
    }

    [Fact]
    public void Refuse_DirectoryThatAllMayChange_IsRefused()
    {
        var directory = Directory.CreateDirectory(Path.GetDirectoryName(Socket)!).FullName;
        Mode(directory, sticky: false, all: true);

        Assert.Contains("every user", SocketPlace.Refuse(Socket, Own, out _), StringComparison.Ordinal);
        Assert.Contains(
            "every user",
            SocketPlace.Refuse(Path.Join(directory, "below", "s.sock"), Own, out _) ?? "every user",
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Transport_AStrangersDirectory_IsNeitherAskedNorServed()
    {
        var owner = MakeStrangers(Path.GetDirectoryName(Socket)!);
        using var impostor = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        impostor.Bind(new UnixDomainSocketEndPoint(Socket));
        impostor.Listen();

        var (stream, refusal) = await new SocketTransport(Socket, owner + 1).ConnectAsync(CancellationToken.None);

        Assert.Null(stream);
        Assert.Contains("nothing was asked", refusal, StringComparison.Ordinal);
        Assert.False(impostor.Poll(0, SelectMode.SelectRead), "the impostor was connected to");
        var failure = Assert.Throws<IOException>(() => new SocketListener(Socket, owner + 1));
        Assert.Contains("name another place", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Transport_AnswererWhoIsSomebodyElse_IsNotAsked()
    {
        // In the shared directory itself nothing tells before the connection: the kernel's word on the other end does.
        var path = Path.Join(_shared, "s.sock");
        using var impostor = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        impostor.Bind(new UnixDomainSocketEndPoint(path));
        impostor.Listen();
        if (Own == 0)
            ChangeOwner(path, Stranger);

        var (stream, refusal) = await new SocketTransport(path, Own + 1).ConnectAsync(CancellationToken.None);

        Assert.Null(stream);
        Assert.Contains("does not run RgPolicy for you", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public void Listen_AFileThatIsNoSocket_IsLeftAlone()
    {
        var path = Path.Join(_shared, "mine.txt");
        File.WriteAllText(path, "kept");

        Assert.Throws<IOException>(() => new SocketListener(path, Own));

        Assert.Equal("kept", File.ReadAllText(path));
    }

    [Fact]
    public void Listen_InASharedDirectory_MakesADirectoryOfItsOwnUserAlone()
    {
        using var listener = new SocketListener(Socket, Own);

        var made = FileOwner.Read(Path.GetDirectoryName(Socket)!)!.Value;
        Assert.Equal(0x4000 | 0b111_000_000, made.Mode);
        Assert.True(FileOwner.Read(Socket) is { IsSocket: true, AllMayWrite: false });
    }

    public void Dispose() => Directory.Delete(_shared, recursive: true);

    // Root trusts root: its strangers are made strangers by giving the directory away.
    private static int MakeStrangers(string directory)
    {
        Directory.CreateDirectory(directory);
        if (Own != 0)
            return Own;
        ChangeOwner(directory, Stranger);
        return Stranger;
    }

    private static void ChangeOwner(string path, int user) =>
        Run("chown", user.ToString(CultureInfo.InvariantCulture), path);

    private static void Mode(string directory, bool sticky, bool all) =>
        Run("chmod", (sticky ? "1" : "0") + (all ? "777" : "755"), directory);

    private static void Run(params string[] words)
    {
        using var process = Process.Start(words[0], words[1..]);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }
}
