import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';

import { ErrorFilter } from './error-filter.ts';
import { ListPageInterceptor } from './list/list-page-interceptor.ts';
import { ValidationPipe } from './validation-pipe.ts';

/** What holds for every route. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: ListPageInterceptor },
    { provide: APP_PIPE, useClass: ValidationPipe },
  ],
})
export class HttpModule {}
