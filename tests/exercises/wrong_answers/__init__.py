"""Wrong answers, by the exercise's key: the mistake in words, and what replaces the placeholder."""

from wrong_answers import lesson_01, lesson_02, lesson_03, lesson_04, lesson_05, lesson_06

WRONG_ANSWERS = {
    **lesson_01.WRONG,
    **lesson_02.WRONG,
    **lesson_03.WRONG,
    **lesson_04.WRONG,
    **lesson_05.WRONG,
    **lesson_06.WRONG,
}
