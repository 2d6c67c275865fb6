using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status.Answers;

public sealed class RecentAnswerTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ManualTime _time = new();
    private readonly StatusBroker _broker;

    public RecentAnswerTests() => _broker = new StatusBroker(_time);

    [Fact]
    public async Task Get_ManyAtOnce_OneDocumentIsMadeForAll()
    {
        var made = new TaskCompletionSource();
        var view = new ScriptedView("a"u8.ToArray()) { Until = made.Task };
        _broker.Show(view);
        var gets = Enumerable.Range(0, 100).Select(_ => Task.Run(GetAsync)).ToList();
        await UntilAsync(() => view.Written > 0);
        made.SetResult();

        Assert.All(await Task.WhenAll(gets), each => Assert.Equal("a", each));
        Assert.Equal("a", await GetAsync());
        Assert.Equal(1, view.Written);
    }

    [Fact]
    public async Task Get_LoopIsAtWork_IsMadeWhenItRests()
    {
        var view = new ScriptedView("a"u8.ToArray());
        _broker.Show(view);
        _broker.Rest.End();
        var get = GetAsync();
        await Task.WhenAny(get, Task.Delay(TimeSpan.FromMilliseconds(50)));
        Assert.Equal((false, 0), (get.IsCompleted, view.Written));

        _broker.Rest.Begin(TimeSpan.FromSeconds(1));

        Assert.Equal("a", await get.WaitAsync(Patience));
    }

    [Fact]
    public async Task Get_LoopShowsNothingNew_NobodyWaitsForIt()
    {
        _broker.Show(new ScriptedView("a"u8.ToArray()) { IsLasting = false });
        _time.Advance(TimeSpan.FromSeconds(4.9));

        Assert.Equal("a", await GetAsync().WaitAsync(Patience));
    }

    [Fact]
    public async Task Get_LoopHangs_WaitsForItAndMayGiveUp()
    {
        _broker.Show(new ScriptedView("a"u8.ToArray()) { IsLasting = false });
        Assert.Equal("a", await GetAsync());
        _time.Advance(TimeSpan.FromSeconds(5));
        using var late = new CancellationTokenSource();
        var waiting = _broker.Status.GetAsync(late.Token);
        Assert.False(waiting.IsCompleted);
        await late.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        var next = GetAsync();
        _broker.Show(new ScriptedView("b"u8.ToArray()));
        Assert.Equal("b", await next.WaitAsync(Patience));
    }

    [Fact]
    public async Task Get_WhatStaysTrue_IsGivenForAsLongAsItIsShown()
    {
        _broker.Show(new ScriptedView("a"u8.ToArray()));
        _time.Advance(TimeSpan.FromDays(1));

        Assert.Equal("a", await GetAsync().WaitAsync(Patience));
    }

    [Fact]
    public async Task Get_AnotherIsShownWhileOneIsMade_IsNeverOlderThanTheQuestion()
    {
        var made = new TaskCompletionSource();
        var old = new ScriptedView("old"u8.ToArray()) { Until = made.Task };
        _broker.Show(old);
        var before = GetAsync();
        await UntilAsync(() => old.Written > 0);
        _broker.Show(new ScriptedView("new"u8.ToArray()));
        var after = GetAsync();
        made.SetResult();

        Assert.Contains(await before.WaitAsync(Patience), new[] { "old", "new" }, StringComparer.Ordinal);
        Assert.Equal("new", await after.WaitAsync(Patience));
    }

    [Fact]
    public async Task Get_DocumentCannotBeMade_TheNextOneIs()
    {
        _broker.Show(
            new ScriptedView("a"u8.ToArray()) { Until = Task.FromException(new InvalidOperationException("x")) }
        );
        await Assert.ThrowsAsync<InvalidOperationException>(GetAsync);

        _broker.Show(new ScriptedView("b"u8.ToArray()));
        Assert.Equal("b", await GetAsync());
    }

    [Fact]
    public async Task Get_AnswerThatIsStillRead_IsNotWrittenOver()
    {
        _broker.Show(new ScriptedView("first"u8.ToArray()));
        using var read = await _broker.Status.GetAsync(CancellationToken.None);
        for (var round = 0; round < 10; round++)
        {
            _broker.Show(new ScriptedView("other"u8.ToArray()));
            await GetAsync();
        }

        Assert.Equal("first", read.Content.ToText());
    }

    [Fact]
    public async Task Get_AgainAndAgain_TakesNoMoreMemoryThanTwoAnswers()
    {
        var document = new byte[1_000_000];
        List<PieceBuffer> contents = [];
        for (var round = 0; round < 20; round++)
        {
            _broker.Show(new ScriptedView(document));
            using var answer = await _broker.Status.GetAsync(CancellationToken.None);
            contents.Add(answer.Content);
            Assert.Equal(document.Length, answer.Content.Length);
        }

        Assert.InRange(contents.Distinct().Count(), 1, 2);
    }

    [Fact]
    public async Task IsLookedAt_SomebodyLooked_IsTrueForAWhile()
    {
        _broker.Show(new ScriptedView("a"u8.ToArray()));
        Assert.False(_broker.IsLookedAt);

        await GetAsync();
        Assert.True(_broker.IsLookedAt);
        _time.Advance(TimeSpan.FromSeconds(15));
        Assert.False(_broker.IsLookedAt);
    }

    private async Task<string> GetAsync()
    {
        using var answer = await _broker.Status.GetAsync(CancellationToken.None);
        return answer.Content.ToText();
    }

    private static async Task UntilAsync(Func<bool> condition)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < Patience, "it did not happen");
            await Task.Delay(1);
        }
    }
}
