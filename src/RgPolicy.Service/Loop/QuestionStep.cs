using RgPolicy.Host.Protocol;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Loop;

/// <summary>Answers and obeys whoever asks, between two turns.</summary>
internal sealed class QuestionStep(
    LoopParts parts, PolicyInForce policy, PauseStep pause, MoveStep? enforce, Func<SidecarState?, StatusSnapshot> snapshot)
{
    // Kept from rest to rest, because waiting has to be given up nowhere.
    private Task? _asked;

    /// <summary>Completes when somebody asks; never where nobody can.</summary>
    public Task WaitAsync() => _asked is { IsCompleted: false } waiting ? waiting : _asked = parts.Desk?.WaitAsync() ?? Task.Delay(Timeout.Infinite);

    /// <summary>Answers all who have asked since the last turn.</summary>
    public Task AnswerAsync(DateTimeOffset now, CancellationToken cancellationToken) => parts.Desk is { } desk
        ? desk.AnswerAsync((question, answer) => AnswerAsync(question, answer, now, cancellationToken))
        : Task.CompletedTask;

    private async Task AnswerAsync(
        StatusQuestion question, Action<byte[]> answer, DateTimeOffset now, CancellationToken cancellationToken)
    {
        switch (question.Kind)
        {
            case StatusQuestionKind.Why:
                answer(WhyDocument.Write(question, policy.Governor));
                break;
            case StatusQuestionKind.Metrics:
                answer(MetricsDocument.Write(snapshot(await SidecarAsync(cancellationToken))));
                break;
            case StatusQuestionKind.Pause or StatusQuestionKind.Resume:
                answer(await TurnSwitchAsync(question, now, cancellationToken));
                break;
            case StatusQuestionKind.Reload:
                policy.Reload(question.By, outcome => answer(OrderDocument.Reload(outcome)));
                break;
            case StatusQuestionKind.ReloadPrevious:
                answer(OrderDocument.Reload(policy.ReloadPrevious(question.By)));
                break;
            default:
                answer(StatusDocument.Write(snapshot(await SidecarAsync(cancellationToken))));
                break;
        }
    }

    private async Task<byte[]> TurnSwitchAsync(StatusQuestion question, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var warning = pause.Turn(question.Kind == StatusQuestionKind.Pause, question.By);
        await pause.FollowAsync(now, question.By, cancellationToken);
        var governed = enforce is null ? 0 : (await SidecarAsync(cancellationToken))?.Moved.Count;
        return OrderDocument.Pause(pause.Record, parts.Pause?.Path, governed, warning);
    }

    private async Task<SidecarState?> SidecarAsync(CancellationToken cancellationToken) =>
        enforce is null ? null : await enforce.Link.GetStateAsync(cancellationToken);
}
