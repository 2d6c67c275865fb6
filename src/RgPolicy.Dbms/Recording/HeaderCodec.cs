using System.Collections.Immutable;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Recording;

/// <summary>The header's payload.</summary>
internal static class HeaderCodec
{
    private const int MaximumVersionParts = 16;

    public static void Write(FrameBuilder frame, RecordingHeader header)
    {
        WriteServer(frame, header.Server);
        WriteHost(frame, header.Host);
        frame.Signed(header.Started.UtcTicks);
        frame.Flag(header.HasTexts);
    }

    public static RecordingHeader Read(ref FrameParser frame)
    {
        var server = ReadServer(ref frame);
        var host = ReadHost(ref frame);
        var started = frame.Moment(frame.Signed());
        return new RecordingHeader(server, host, started, frame.Flag());
    }

    private static void WriteServer(FrameBuilder frame, ServerFacts server)
    {
        frame.Text(server.Kind);
        frame.Text(server.Version);
        WriteVersion(frame, server.VersionParts);
        frame.Text(WithoutPassword(server.Target));
    }

    private static ServerFacts ReadServer(ref FrameParser frame)
    {
        var kind = frame.Text();
        var version = frame.Text();
        var parts = ReadVersion(ref frame);
        return new ServerFacts(kind, version, parts, frame.Text(), null, false);
    }

    private static void WriteHost(FrameBuilder frame, TargetProfile host)
    {
        frame.Text(host.Name);
        frame.Text(host.DbmsKind);
        WriteVersion(frame, host.DbmsVersion);
        frame.Text(host.OperatingSystem);
        frame.Signed(host.Sockets);
        frame.Signed(host.Cores);
        frame.Signed(host.LlcBytes);
        frame.Signed(host.LlcWays);
        frame.Signed(host.MinimumMaskBits);
        frame.Signed(host.ClassesOfService);
        frame.Flag(host.HasMemoryBandwidthAllocation);
    }

    private static TargetProfile ReadHost(ref FrameParser frame) =>
        new()
        {
            Name = frame.Text(),
            DbmsKind = frame.Text(),
            DbmsVersion = ReadVersion(ref frame),
            OperatingSystem = frame.Text(),
            Sockets = AtLeast(1, ref frame),
            Cores = AtLeast(1, ref frame),
            LlcBytes = frame.Signed(),
            LlcWays = AtLeast(0, ref frame),
            MinimumMaskBits = AtLeast(0, ref frame),
            ClassesOfService = AtLeast(0, ref frame),
            HasMemoryBandwidthAllocation = frame.Flag(),
        };

    private static void WriteVersion(FrameBuilder frame, ImmutableArray<long> parts)
    {
        frame.Count(Math.Min(parts.Length, MaximumVersionParts));
        foreach (var part in parts.Take(MaximumVersionParts))
        {
            frame.Signed(part);
        }
    }

    private static ImmutableArray<long> ReadVersion(ref FrameParser frame)
    {
        var parts = ImmutableArray.CreateBuilder<long>(frame.Count(MaximumVersionParts));
        for (var left = parts.Capacity; left > 0; left--)
        {
            parts.Add(frame.Signed());
        }

        return parts.MoveToImmutable();
    }

    private static int AtLeast(int minimum, ref FrameParser frame)
    {
        var value = frame.Integer();
        if (value < minimum || value > 65536)
        {
            frame.Fail();
        }

        return value;
    }

    /// <summary>A connection reaches this place without its password; should one ever be there, it
    /// stays out of the file.</summary>
    private static string WithoutPassword(string target)
    {
        var scheme = target.IndexOf("://", StringComparison.Ordinal);
        var at = scheme < 0 ? -1 : target.LastIndexOf('@');
        var colon = at < 0 ? -1 : target.IndexOf(':', scheme + 3, at - scheme - 3);
        return colon < 0 ? target : string.Concat(target.AsSpan(0, colon), target.AsSpan(at));
    }
}
