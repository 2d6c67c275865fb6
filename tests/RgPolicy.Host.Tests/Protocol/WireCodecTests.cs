using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Tests.Protocol;

public sealed class WireCodecTests
{
    [Fact]
    public void Request_EncodedAndDecoded_IsTheSame()
    {
        var pool = new PoolSpec
        {
            Number = 3,
            CpuShare = 0.25,
            Cores = [1, 3],
            FirstWay = 0,
            WayCount = 2,
            MemoryBandwidthPercent = 50,
            LowIoPriority = true,
            ServiceClass = 2,
            DomainWays = [new(8, 2, 4), new(8, 7, 1)],
        };
        var bytes = WireCodec.Encode(
            new WireRequest { Verb = WireVerb.Configure, Pools = [pool, new PoolSpec { Number = 4 }] }
        );

        var request = WireCodec.DecodeRequest(bytes, out var problem);

        Assert.Empty(problem);
        Assert.Equal(2, request?.Pools?.Count);
        var read = request!.Pools![0];
        Assert.Equal([1, 3], read.Cores!.Value.ToArray());
        Assert.Equal([new DomainWays(8, 2, 4), new DomainWays(8, 7, 1)], read.DomainWays!.Value.ToArray());
        Assert.Equal(pool, read with { Cores = pool.Cores, DomainWays = pool.DomainWays });
        Assert.Null(request.Pools[1].Cores);
    }

    [Fact]
    public void Moves_EncodedAndDecoded_AreTheSame() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<(int Process, int Pool)[]>(),
                pairs =>
                {
                    MoveRequest[] moves =
                    [
                        .. pairs.Take(WireCodec.MaxMovesPerRequest).Select(p => new MoveRequest(p.Process, p.Pool)),
                    ];
                    var bytes = WireCodec.Encode(new WireRequest { Verb = WireVerb.Move, Moves = moves });
                    return WireCodec.DecodeRequest(bytes, out _)?.Moves?.SequenceEqual(moves) == true;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Answer_EncodedAndDecoded_KeepsTheStatusByName()
    {
        var bytes = WireCodec.Encode(new WireAnswer { Moves = [new MoveOutcome(5, 1, MoveStatus.Vanished, "gone")] });

        Assert.Contains("\"Vanished\"", Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
        Assert.Equal(
            new MoveOutcome(5, 1, MoveStatus.Vanished, "gone"),
            Assert.Single(WireCodec.DecodeAnswer(bytes)!.Moves!)
        );
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("42")]
    [InlineData("{}")]
    [InlineData("{\"verb\":null}")]
    [InlineData("{\"verb\":\"exec\"}")]
    [InlineData("{\"verb\":\"STATE\"}")]
    [InlineData("{\"verb\":\"state\",\"path\":\"/etc/passwd\"}")]
    [InlineData("{\"verb\":\"state\",\"pools\":[]}")]
    [InlineData("{\"verb\":\"heartbeat\",\"moves\":[]}")]
    [InlineData("{\"verb\":\"state\",\"relaxed\":true}")]
    [InlineData("{\"verb\":\"heartbeat\",\"relaxed\":1}")]
    [InlineData("{\"verb\":\"configure\"}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[null]}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[{}]}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[{\"number\":1,\"mask\":\"ff\"}]}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[{\"number\":1e99}]}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[{\"number\":1,\"cpuShare\":\"NaN\"}]}")]
    [InlineData("{\"verb\":\"configure\",\"pools\":[],\"moves\":[]}")]
    [InlineData("{\"verb\":\"move\"}")]
    [InlineData("{\"verb\":\"move\",\"moves\":[null]}")]
    [InlineData("{\"verb\":\"move\",\"moves\":[{\"processId\":99999999999,\"pool\":1}]}")]
    [InlineData("{\"verb\":\"move\",\"moves\":[{\"processId\":5,\"pool\":1,\"tid\":7}]}")]
    [InlineData("{\"verb\":\"move\",\"moves\":[{\"processId\":\"5\",\"pool\":1}]}")]
    [InlineData("{\"verb\":\"state\"} {\"verb\":\"state\"}")]
    public void DecodeRequest_Hostile_RefusedWithAReason(string text)
    {
        Assert.Null(WireCodec.DecodeRequest(Encoding.UTF8.GetBytes(text), out var problem));
        Assert.NotEmpty(problem);
    }

    [Fact]
    public void DecodeRequest_TooLong_RefusedUnread()
    {
        Assert.Null(WireCodec.DecodeRequest(new byte[1024 * 1024], out var problem));
        Assert.Contains("65536", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void DecodeRequest_DeeplyNested_Refused()
    {
        var text = "{\"verb\":\"configure\",\"pools\":" + new string('[', 20000);

        Assert.Null(WireCodec.DecodeRequest(Encoding.UTF8.GetBytes(text), out _));
    }

    [Fact]
    public void DecodeRequest_TooManyMoves_Refused()
    {
        var moves = Enumerable.Range(2, WireCodec.MaxMovesPerRequest + 1).Select(i => new MoveRequest(i, 1)).ToArray();

        Assert.Null(
            WireCodec.DecodeRequest(WireCodec.Encode(new WireRequest { Verb = WireVerb.Move, Moves = moves }), out _)
        );
    }

    [Fact]
    public void Decode_Mutations_NeverThrow()
    {
        var random = new Random(20261121);
        var seed = WireCodec.Encode(
            new WireRequest
            {
                Verb = WireVerb.Configure,
                Pools =
                [
                    new PoolSpec
                    {
                        Number = 1,
                        CpuShare = 0.5,
                        Cores = [0, 1],
                    },
                ],
            }
        );
        for (var round = 0; round < 20000; round++)
        {
            var bytes = (byte[])seed.Clone();
            for (var change = random.Next(1, 5); change > 0; change--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);

            var length = random.Next(bytes.Length + 1);
            var request = WireCodec.DecodeRequest(bytes.AsSpan(0, length), out var problem);
            Assert.Equal(request is null, problem.Length > 0);
            _ = WireCodec.DecodeAnswer(bytes.AsSpan(0, length));
        }
    }
}
