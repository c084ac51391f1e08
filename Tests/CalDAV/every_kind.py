"""Calendars that a suite makes without saying what for are made for tasks, events and journals.

Of who says nothing Daybook takes tasks alone; who wants events names them. The library that both suites use names nothing unless it
is told to."""

import caldav.collection

KINDS = ["VEVENT", "VTODO", "VJOURNAL"]


def ask():
    make = caldav.collection.CalendarSet.make_calendar

    def made(self, name=None, cal_id=None, supported_calendar_component_set=None, method=None):
        return make(self, name, cal_id, supported_calendar_component_set or KINDS, method)

    caldav.collection.CalendarSet.make_calendar = made
